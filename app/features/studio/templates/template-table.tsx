import { queryOptions } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Answer } from "../../../../contract/records.ts";
import { itemsAddress } from "../../../lib/content-client.ts";
import { fetchListedPage } from "../../../lib/listed-page.ts";
import { sayShortMoment } from "../../../lib/moments.ts";
import { useTypes } from "../../../lib/page-data.ts";
import { pageRatio } from "../../../lib/page-format.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import "./template-table.css";

const ROW_FIELDS = [
  "id",
  "type",
  "category",
  "url",
  "template_name",
  "image",
  "page",
  "used",
  "date_updated",
] as const;
type Row = Answer<"templates", (typeof ROW_FIELDS)[number]>;
const PAGE_SIZE = 50;

export const templatePage = (wanted: number) =>
  queryOptions({
    queryKey: ["studio", "templates", wanted],
    queryFn: () =>
      fetchListedPage<Row>(
        (page) =>
          itemsAddress("templates", {
            fields: ROW_FIELDS,
            sort: ["-date_updated", "id"],
            limit: PAGE_SIZE,
            page,
            meta: "filter_count",
          }),
        wanted,
        PAGE_SIZE,
      ),
  });

/** All templates of the library, as operators keep them. */
export function TemplateTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="template-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Sheet</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Used</th>
          <th scope="col">Last change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TemplateRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function TemplateRow({ row }: { row: Row }) {
  const type = useTypes().find(({ slug }) => slug === row.type);
  return (
    <tr>
      <td>
        <Sheet image={row.image} ratio={pageRatio(row.page)} sizes="40px" />
      </td>
      <td>
        <Link to={row.url}>{row.template_name}</Link> <small>{type?.singular ?? row.type}</small>
      </td>
      <td>{row.used}</td>
      <td>{sayShortMoment(new Date(row.date_updated))}</td>
    </tr>
  );
}
