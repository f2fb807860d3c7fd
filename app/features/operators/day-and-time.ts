import { t } from "@lingui/core/macro";
import { formatDay, formatTime } from "../../lib/format/moments.ts";

/** "Yesterday, 09:41" */
export function formatDayAndTime(moment: Date): string {
  const day = formatDay(moment, new Date());
  const time = formatTime(moment);
  return t`${day}, ${time}`;
}
