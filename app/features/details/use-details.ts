import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type DetailsSet, hasValues, type MeaningValues } from "../../../contract/people/details.ts";
import { BY_PROFILE, PROFILE_FIELDS } from "../../../contract/people/profile-fields.ts";
import { useStore } from "../../lib/browser/store.ts";
import { type Profile, profileOf } from "../profile/index.ts";
import { type SessionState, useSession } from "../session/index.ts";
import { details, openDetails, type SaveState } from "./storage/details-store.ts";

export type ShownDetails = {
  sets: readonly DetailsSet[];
  /** The default: the one that a new document starts with. */
  chosen: DetailsSet | undefined;
  /** The default set's values, completed by the profile. Undefined when there are none. */
  values: MeaningValues | undefined;
  profile: Profile | undefined;
  isReady: boolean;
  /** "account": seen wherever the person signs in. */
  place: "device" | "account";
  state: SaveState;
  problem: string;
};

/** Whose details are shown: an email, "" for a visitor, undefined until the session is known. */
export function ownerIn(session: SessionState): string | undefined {
  if (session.kind === "visitor" || session.kind === "ended") return "";
  return session.kind === "known" ? session.email : undefined;
}

/** The details of the visitor's device or of the person's account. */
export function useDetails(): ShownDetails {
  const owner = ownerIn(useSession());
  useEffect(() => {
    if (owner !== undefined) void openDetails(owner);
  }, [owner]);
  const { data } = useQuery({ ...profileOf(owner ?? ""), enabled: Boolean(owner) });
  const profile = owner ? data : undefined;
  const stored = useStore(details);
  const isTheirs = stored.owner === owner && owner !== undefined;
  const sets = isTheirs ? stored.sets : NONE;
  const chosen = chosenOf(sets);
  const values = useMemo(() => {
    const filled = withProfile(chosen?.values ?? { texts: {}, lists: {} }, profile);
    return hasValues(filled) ? filled : undefined;
  }, [chosen, profile]);
  return {
    sets,
    chosen,
    values,
    profile,
    isReady: isTheirs && stored.isReady,
    place: owner ? "account" : "device",
    state: stored.state,
    problem: stored.problem,
  };
}

const NONE: readonly DetailsSet[] = [];

export function chosenOf(sets: readonly DetailsSet[]): DetailsSet | undefined {
  return sets.find(({ isDefault }) => isDefault) ?? sets[0];
}

/** The profile's values where the details have none; its photo is a file and isn't included. */
export function withProfile(
  values: MeaningValues,
  profile: Partial<Pick<Profile, (typeof PROFILE_FIELDS)[number]>> | undefined,
): MeaningValues {
  const texts = { ...values.texts };
  for (const name of PROFILE_FIELDS) {
    const own = name === "photo" ? undefined : profile?.[name];
    if (own && !texts[BY_PROFILE[name]]) texts[BY_PROFILE[name]] = own;
  }
  return { ...values, texts };
}
