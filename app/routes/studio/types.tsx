import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import {
  allTypes,
  CategoryGrid,
  DeleteType,
  deleteType,
  makeType,
  NewType,
  orderTypes,
  type StudioType,
  TypeEditor,
  TypeList,
  typeCounts,
  useShownNames,
} from "../../features/studio/types/index.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import type { Route } from "./+types/types";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Types · Studio`);
}

export default function StudioTypes() {
  const query = useQuery(allTypes);
  const counts = useQuery(typeCounts).data;
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [dialog, setDialog] = useState<"new" | "drop">();
  // The new order is shown until the server has stored it.
  const [order, setOrder] = useState<StudioType[]>();
  const types = order ?? query.data ?? [];
  const shown = useShownNames(types);
  const open = types.find(({ id }) => id === parameters.get("type")) ?? types[0];

  const shownOpen = shown.find(({ id }) => id === open?.id);

  const put = async (next: StudioType[]) => {
    setOrder(next);
    await orderTypes(next);
    setOrder(undefined);
    void revalidate();
  };
  const make = async (type: StudioType) => {
    setDialog(undefined);
    if (await makeType(type)) await navigate(`?type=${type.id}`);
  };
  return (
    <>
      <header className="studio-head">
        <h1>
          {t`Types`} {query.data && <small>{formatNumber(types.length)}</small>}
        </h1>
        <p>{t`This order is used on the home page and in the menu. Drag to reorder, or press Space and use the arrow keys.`}</p>
        <div className="studio-actions">
          <Button onClick={() => setDialog("new")}>
            <Icon of={plus} />
            {t`New type`}
          </Button>
        </div>
      </header>
      {!query.data && (
        <PendingPart failure={t`We couldn’t load the types.`} of={pendingOf(query)} height="24rem" />
      )}
      <div className="types-page">
        {types.length > 0 && (
          <TypeList
            types={shown}
            counts={counts ?? new Map()}
            open={open?.id}
            onOrder={(ids) => void put(ids.flatMap((id) => types.find((type) => type.id === id) ?? []))}
          />
        )}
        {open && (
          <div key={open.id}>
            <TypeEditor type={open} onDrop={() => setDialog("drop")} />
            <CategoryGrid type={open} shown={shownOpen ?? open} />
          </div>
        )}
      </div>
      {dialog === "new" && (
        <NewType types={types} onMake={(type) => void make(type)} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "drop" && open && (
        <DeleteType
          type={shownOpen ?? open}
          others={shown.filter(({ id }) => id !== open.id)}
          onClose={() => setDialog(undefined)}
          onDrop={(moves) => {
            setDialog(undefined);
            void deleteType(open, moves);
          }}
        />
      )}
    </>
  );
}
