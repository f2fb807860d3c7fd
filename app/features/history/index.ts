export {
  clearHistory,
  groupByDay,
  type HistoryRecord,
  historyOf,
  reportHistoryFailure,
  sayAction,
  type UsedTemplate,
  usedTemplatesOf,
} from "./history.ts";
export { HistoryLine } from "./history-line.tsx";
export { RecentUses, RecentUsesList, useRecentUses } from "./recent-uses.tsx";
export { recordExport, recordUse } from "./recording.ts";
