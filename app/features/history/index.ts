export {
  clearHistory,
  clearRecord,
  groupByDay,
  historyOf,
  historyPageOf,
  historyTypesOf,
  reportHistoryFailure,
} from "./history.ts";
export { HistoryLine } from "./history-line.tsx";
export { RecentUses, RecentUsesList, useRecentUses } from "./recent-uses.tsx";
export { recordExport, recordUse } from "./recording.ts";
