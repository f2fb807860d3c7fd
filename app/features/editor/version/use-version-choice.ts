import { t } from "@lingui/core/macro";
import { useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { notify } from "../../../lib/browser/toasts.ts";
import { currentPath } from "../../../lib/i18n/addresses.ts";
import { changeVersion, leaveVersion } from "../../documents/index.ts";
import type { EditorTemplate } from "../editor-template.ts";
import type { DocumentVersion, VersionChoice } from "./pinned-template.ts";

type OpenDocument = {
  version: DocumentVersion | undefined;
  template: EditorTemplate;
  autosave: { flush(): Promise<unknown> };
};

/** Updates to a newer version or declines it. Everything typed is saved before the version changes. */
export function useVersionChoice(opened: OpenDocument | undefined): VersionChoice | undefined {
  const go = useNavigate();
  const navigate = useRef(go);
  navigate.current = go;
  const [left, setLeft] = useState<number>();
  return useMemo(() => {
    if (!opened?.version) return undefined;
    const { version, template, autosave } = opened;
    const { documentId, newer } = version;
    /** Navigating to the same address reopens the draft with the other version's fields. */
    const goTo = async (id: string) => {
      await autosave.flush();
      await changeVersion(documentId, id);
      await navigate.current(currentPath(), { replace: true, preventScrollReset: true });
    };
    const goBack = () => {
      if (template.versionId) goTo(template.versionId).catch(notifyVersionFailed);
    };
    return {
      version,
      newer: newer?.number === left ? undefined : newer,
      take: async () => {
        if (!newer) return;
        await goTo(newer.id);
        notify({
          kind: "fact",
          message: t`Updated to version ${{ number: newer.number }} of ${{ template: template.name }}`,
          action: { label: t`Back to version ${{ number: version.number }}`, run: goBack },
        });
      },
      leave: async () => {
        if (!newer) return;
        await leaveVersion(documentId, newer.number);
        setLeft(newer.number);
      },
    };
  }, [opened, left]);
}

function notifyVersionFailed(error: unknown): void {
  console.error("Version change failed", error);
  notify({ kind: "failure", message: t`We couldn’t change the version. Try again in a moment.` });
}
