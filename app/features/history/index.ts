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
export { recordExport, recordUse } from "./recording.ts";
