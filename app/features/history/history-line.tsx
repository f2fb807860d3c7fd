import close from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { formatTime } from "../../lib/format/moments.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { IconButton } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import styles from "./history.module.css";
import { formatAction, type HistoryEntry, templateOf } from "./history.ts";

/** One record, with the way to clear it. */
export function HistoryLine({ record, onRemove }: { record: HistoryEntry; onRemove(): void }) {
  const template = templateOf(record);
  const moment = new Date(record.date_created);
  const text = formatAction(record, template?.template_name);
  return (
    <li>
      <time dateTime={record.date_created}>{formatTime(moment)}</time>
      <span className="thumb">
        {template && <Sheet image={template.image} ratio={pageRatio(template.page)} sizes="36px" />}
      </span>
      <span className={styles.logText}>
        {text}
        {template && (
          <small dir="auto">
            <Link to={template.url}>{template.template_name}</Link>
          </small>
        )}
      </span>
      <IconButton label={t`Remove from history: ${text}`} icon={close} onClick={onRemove} />
    </li>
  );
}
