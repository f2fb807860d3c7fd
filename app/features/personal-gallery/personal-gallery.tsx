// Loaded when the personal gallery is switched on.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { MeaningValues } from "../../../contract/people/details.ts";
import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { useStore } from "../../lib/browser/store.ts";
import { prefersDeviceOnly, rememberEngineChoice } from "../../lib/device/engine-choice.ts";
import { isEnginePossible } from "../../lib/device/engine-errors.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { knownTypes } from "../../lib/pages/page-data.ts";
import { useDetails } from "../details/index.ts";
import { isHeldBack, privateGalleryAddress } from "./device-gallery.ts";
import type { PageDrawing } from "./drawing/page-drawing.ts";
import { drawWithValues } from "./drawing/personal-drawing.ts";
import type { Progress } from "./drawing/sheet-queue.ts";
import { deleteStoredSheets } from "./drawing/stored-sheets.ts";
import { hintText, type Place, personalGallery, switchPersonalGallery } from "./gallery-setting.ts";
import { NameCard } from "./name-card.tsx";
import styles from "./personal-gallery.module.css";

export default withQueries(PersonalGallery);

/** The name with the drawing progress, or the form that asks for a name. */
function PersonalGallery({ place }: { place: Place }) {
  const { values, isReady, place: stored } = useDetails();
  const isOffered = useStore(personalGallery) === "asked";
  const name = values?.texts["sender.name"] ?? values?.texts["sender.organisation"];
  const isUnknown = isReady && !name;
  const [isChanging, setChanging] = useState(false);
  // A remembered setting without details is switched off silently: the person did not ask for a form.
  useEffect(() => {
    if (!isUnknown || isOffered) return;
    switchPersonalGallery(false);
    void deleteStoredSheets();
  }, [isUnknown, isOffered]);
  if (isUnknown && isOffered)
    return (
      <>
        {place === "line" && <span className="who">{hintText()}</span>}
        <NameCard />
        <DeviceLink stored={stored} />
      </>
    );
  if (!values || !name) return null;
  return (
    <>
      {place === "line" && (
        <GalleryOwner
          name={name}
          profession={values.texts["sender.profession"]}
          isChanging={isChanging}
          onChange={() => setChanging(!isChanging)}
        />
      )}
      {!isHeldBack() && <DrawingProgress values={values} place={place} />}
      <DeviceLink stored={stored} />
      {isChanging && <NameCard values={values} onDone={() => setChanging(false)} />}
    </>
  );
}

/** Leads to the gallery that this device draws itself. Not for those whose details are in their account. */
function DeviceLink({ stored }: { stored: "device" | "account" }) {
  const { pathname, search } = useLocation();
  if (isPrivatePage() || !isEnginePossible() || (stored === "account" && !prefersDeviceOnly())) return null;
  const ofPage = knownTypes().find(({ slug }) => `/${slug}` === pathname)?.slug;
  return (
    <a
      className="link"
      href={privateGalleryAddress(ofPage ?? new URLSearchParams(search).get("type"))}
      onClick={() => rememberEngineChoice("device")}
    >{t`Preview on this device only`}</a>
  );
}

type GalleryOwnerProps = {
  name: string;
  profession: string | undefined;
  isChanging: boolean;
  onChange(): void;
};

function GalleryOwner({ name, profession, isChanging, onChange }: GalleryOwnerProps) {
  return (
    <span className="who">
      <span>
        <b>{name}</b>
        {profession && `, ${profession}`}
      </span>
      <button type="button" className="link" data-change="" aria-expanded={isChanging} onClick={onChange}>
        <Trans>
          Change<span className="sr-only"> name</span>
        </Trans>
      </button>
    </span>
  );
}

const NOTHING: Progress = { drawn: 0, wanted: 0 };

function DrawingProgress({ values, place }: { values: MeaningValues; place: Place }) {
  const [{ drawn, wanted, problem }, setProgress] = useState(NOTHING);
  const drawing = useRef<PageDrawing>(undefined);
  const latest = useRef(values);
  latest.current = values;
  // Redraws only when the values have changed.
  const key = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say
  useEffect(() => {
    const started = drawWithValues(latest.current, setProgress);
    drawing.current = started;
    return started.stop;
  }, [key]);
  const isDone = wanted > 0 && drawn === wanted;
  return (
    <span className={styles.how}>
      <span className="sr-only" role="status">
        {isDone && formatDone(drawn)}
        {problem && formatProblem(problem)}
      </span>
      {problem && (
        <span className="problem">
          <span aria-hidden="true">{formatProblem(problem)}</span>
          {problem === "away" && (
            <button
              type="button"
              className="link"
              onClick={() => drawing.current?.tryAgain()}
            >{t`Try again`}</button>
          )}
        </span>
      )}
      {!problem && drawn < wanted && (
        <>
          <span>
            {place === "line" ? (
              <Trans>
                {drawn} of {wanted}
                <span className={styles.long}> previews ready</span>
              </Trans>
            ) : (
              t`${drawn} of ${wanted}`
            )}
          </span>
          <span className={styles.colourBar} aria-hidden="true">
            <i style={{ width: `${(100 * drawn) / wanted}%` }} />
          </span>
        </>
      )}
    </span>
  );
}

function formatDone(count: number): string {
  return plural(count, {
    one: "# preview shows your details.",
    other: "# previews show your details.",
  });
}

function formatProblem(problem: NonNullable<Progress["problem"]>): string {
  if (isPrivatePage()) return t`We couldn’t load the engine, so you’re seeing the samples.`;
  return problem === "busy"
    ? t`The server is busy. You’ll see the samples until your previews are ready.`
    : t`We couldn’t reach the server, so you’re seeing the samples.`;
}
