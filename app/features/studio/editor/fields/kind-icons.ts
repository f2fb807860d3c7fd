import long from "virtual:icon/align-left";
import email from "virtual:icon/at-sign";
import money from "virtual:icon/banknote";
import date from "virtual:icon/calendar";
import time from "virtual:icon/clock";
import currency from "virtual:icon/coins";
import group from "virtual:icon/folder";
import number from "virtual:icon/hash";
import picture from "virtual:icon/image";
import website from "virtual:icon/link";
import list from "virtual:icon/list";
import choice from "virtual:icon/list-checks";
import colour from "virtual:icon/palette";
import phone from "virtual:icon/phone";
import yesNo from "virtual:icon/toggle-left";
import text from "virtual:icon/type";
import type { FieldKind } from "./field-kinds.ts";

export const KIND_ICONS: Record<FieldKind, string> = {
  text,
  long,
  date,
  money,
  number,
  choice,
  picture,
  list,
  group,
  time,
  email,
  phone,
  website,
  currency,
  colour,
  "yes-no": yesNo,
};
