import pinIcon from "virtual:icon/pin";
import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { lazyPart, useLazyPart } from "../../../lib/pages/lazy-part.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import type { VersionChoice } from "./pinned-template.ts";

const comparison = lazyPart(() => import("./comparison-dialog.tsx"));

type Props = { template: EditorTemplate; store: DraftStore; choice: VersionChoice };

/** Above the fields of a document with a newer template version, or whose layout may differ. */
export function VersionNotice({ template, store, choice }: Props) {
  const { version, newer } = choice;
  const [isOpen, setIsOpen] = useState(false);
  const Comparison = useLazyPart(comparison, isOpen);
  if (!newer)
    return version.hasOtherEngine ? (
      <div className="ed-notice">
        <Icon of={pinIcon} />
        <p>{t`The way pages are laid out has changed since you started this document. Lines may break differently.`}</p>
      </div>
    ) : null;
  return (
    <div className="ed-notice">
      <Icon of={pinIcon} />
      <p>
        <Trans>
          <b>There’s a new version of {ph({ template: template.name })}.</b> This document hasn’t changed.
        </Trans>
      </p>
      <Button onClick={() => setIsOpen(true)}>{t`Compare versions`}</Button>
      {Comparison && (
        <Comparison
          isOpen={isOpen}
          template={template}
          draft={store.read()}
          from={version.number}
          newer={newer}
          onTake={choice.take}
          onLeave={choice.leave}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
