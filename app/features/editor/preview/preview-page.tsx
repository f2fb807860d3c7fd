import { t } from "@lingui/core/macro";
import { type CSSProperties, Fragment, memo, useLayoutEffect, useRef } from "react";
import type { FieldRectangle, RenderedPage } from "../../../../contract/rendering/render.ts";
import type { FieldPath } from "../draft.ts";
import { joinGlyphs } from "./joined-glyphs.ts";
import { PageFields } from "./page-fields.tsx";
import { slicePage } from "./page-slices.ts";
import "./paper.css";

/** A page ready for display. It may contain a person's text, so it consists of images and never of markup. */
export type PagePicture = {
  /** Stacked on top of each other. */
  images: readonly HTMLImageElement[];
  slices: readonly string[];
  svg: string;
  /** In points. */
  width: number;
  height: number;
  fields: FieldRectangle[];
};

/** Unchanged slices keep their images, so typing decodes only what changed. */
export function drawPages(
  pages: RenderedPage[],
  before: readonly PagePicture[],
  { name, printed }: { name: string; printed: number },
): Promise<PagePicture[]> {
  return Promise.all(
    pages.map(async ({ svg, width, height, fields }, place) => {
      const drawn = await drawPage(svg, before[place]);
      const [first] = drawn.images;
      if (first)
        first.alt =
          place < printed ? t`${name}, page ${{ page: place + 1 }} of ${printed}` : t`${name}, sample page`;
      const old = before[place];
      // An unchanged page is the same object, so it isn't rendered again.
      return old?.svg === svg && isSame(old.fields, fields) ? old : { ...drawn, svg, width, height, fields };
    }),
  );
}

function isSame(one: readonly FieldRectangle[], other: readonly FieldRectangle[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ path, x, y, width, height }, index) => {
      const its = other[index];
      return path === its?.path && x === its.x && y === its.y && width === its.width && height === its.height;
    })
  );
}

async function drawPage(svg: string, old: PagePicture | undefined) {
  if (old?.svg === svg) return { images: old.images, slices: old.slices };
  const slices = slicePage(joinGlyphs(svg));
  const images = await Promise.all(
    slices.map((slice, place) => (slice === old?.slices[place] && old.images[place]) || decode(slice)),
  );
  return { images, slices };
}

/** Decodes an image before it is shown, to avoid flicker, and revokes its address. */
async function decode(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.alt = "";
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

type Props = {
  picture: PagePicture;
  /** Starts at 1. */
  number: number;
  /** Its width relative to the first page, which decides the zoom. */
  share: number;
  highlighted: FieldPath | undefined;
  numbered: ReadonlyMap<FieldPath, number>;
  /** The label in the margin next to the highlighted field. */
  note: string | undefined;
  nameOf(path: FieldPath): string;
  onPick(path: FieldPath): void;
};

const THIN = 9; // points: some lines are measured without ascenders and descenders

/** One page: its picture, the highlighted field, and a button over every field. */
export const PreviewPage = memo(function PreviewPage(props: Props) {
  const { picture, number, share, highlighted, numbered, note, nameOf, onPick } = props;
  const { width, height, fields } = picture;
  const places = highlighted === undefined ? [] : placesOf(highlighted, fields);
  const first = places[0];
  const place = (rectangle: FieldRectangle) => placeOn(rectangle, picture);
  return (
    <div className="paper" style={{ "--share": share, "--ar": width / height }}>
      <PageImages images={picture.images} />
      <PageFields fields={fields} number={number} place={place} nameOf={nameOf} onPick={onPick} />
      <div aria-hidden="true">
        {places.map((rectangle, index) => {
          const thin = rectangle.height < THIN ? " thin" : "";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one field have no other name
            <Fragment key={index}>
              <span className={`paper-light-fill${thin}`} style={place(rectangle)} />
              <span className={`paper-light${thin}`} data-highlight="" style={place(rectangle)} />
            </Fragment>
          );
        })}
        {[...numbered].map(([path, number]) => {
          const [gap] = placesOf(path, fields);
          if (!gap) return null;
          const { left, top } = place(gap);
          return (
            <Fragment key={path}>
              <span className="paper-light-fill" style={place(gap)} />
              <span
                className="gap-number paper-number"
                data-page-gap={number}
                style={{ left, top }} // physical: a place on the sheet
              >
                {number}
              </span>
            </Fragment>
          );
        })}
        {first && note && (
          <span
            className="paper-note"
            data-note=""
            style={{ top: `${((first.y + first.height / 2) / height) * 100}%` }}
          >
            <span>{note}</span>
          </span>
        )}
      </div>
    </div>
  );
});

type ListProps = Omit<Props, "picture" | "number" | "share"> & {
  pages: readonly PagePicture[];
  /** The width of a page that fills the preview. */
  points: number;
};

/** All pages, with their widths relative to each other. */
export function PreviewPages({ pages, points, ...shown }: ListProps) {
  return pages.map((picture, place) => (
    <PreviewPage
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
      key={place}
      picture={picture}
      number={place + 1}
      share={picture.width / points}
      {...shown}
    />
  ));
}

/** Inserts the decoded images themselves: another `img` with the same address could flicker. */
export function PageImages({ images }: { images: readonly HTMLImageElement[] }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = [...(host.current?.children ?? [])];
    for (const [place, image] of images.entries()) {
      if (!shown[place]) host.current?.append(image);
      else if (shown[place] !== image) shown[place].replaceWith(image);
    }
    for (const left of shown.slice(images.length)) left.remove();
  }, [images]);
  return <div ref={host} className="paper-picture" />;
}

/** The rectangles of a field, line by line; of a group or row, those of its fields. */
export function placesOf(path: FieldPath, rectangles: readonly FieldRectangle[]): FieldRectangle[] {
  const exact = rectangles.filter((rectangle) => rectangle.path === path);
  return exact.length > 0 ? exact : rectangles.filter((rectangle) => rectangle.path.startsWith(`${path}.`));
}

function placeOn(rectangle: FieldRectangle, page: { width: number; height: number }): CSSProperties {
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return {
    left: share(rectangle.x, page.width), // physical: a place on the sheet
    top: share(rectangle.y, page.height),
    width: share(rectangle.width, page.width),
    height: share(rectangle.height, page.height),
  };
}
