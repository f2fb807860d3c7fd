import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NewTemplateDialog } from "../../features/studio/editor/index.ts";
import { FirstSteps } from "../../features/studio/first-steps/index.ts";
import { stateCounts, TemplateList } from "../../features/studio/templates/index.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/templates";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Templates · Studio`);
}

export default function StudioTemplates() {
  const counts = useQuery(stateCounts).data;
  const [isBeginning, setBeginning] = useState(false);
  return (
    <>
      <header className="studio-head">
        <h1>
          {t`Templates`} {counts && <small>{formatNumber(counts.published + counts.hidden)}</small>}
        </h1>
        <div className="studio-actions">
          <Button variant="primary" onClick={() => setBeginning(true)}>
            <Icon of={plus} />
            {t`New template`}
          </Button>
        </div>
      </header>
      <FirstSteps />
      <TemplateList />
      <NewTemplateDialog isOpen={isBeginning} onClose={() => setBeginning(false)} />
    </>
  );
}
