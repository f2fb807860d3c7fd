import { complain, noiseOfRatio, note } from "./figures.ts";
import { median } from "./load.ts";
import type { BenchServer } from "./servers.ts";
import type { SteadyLoad } from "./steady-load.ts";

type Comparison = {
  ours: BenchServer;
  peer: { name: string; server: BenchServer };
  rounds: number;
  /** Of the peer's responses per second. */
  bar: number;
  measure(server: BenchServer): Promise<SteadyLoad>;
};

/** Requests per second of two servers, in rounds that alternate which goes first. */
export async function compareRates(
  what: string,
  { ours, peer, rounds, bar, measure }: Comparison,
): Promise<void> {
  const loads: Record<"ours" | "theirs", SteadyLoad[]> = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round++)
    for (const server of round % 2 === 0 ? [ours, peer.server] : [peer.server, ours]) {
      const load = await measure(server);
      if (load.failures > 0) complain(`${what}: ${load.failures} requests failed`);
      loads[server === ours ? "ours" : "theirs"].push(load);
    }
  const rates = (side: SteadyLoad[]) => side.map((load) => load.perSecond);
  const processor = (side: SteadyLoad[]) => median(side.map((load) => load.cpuMicros)) / 1_000;
  note({
    what,
    ours: median(rates(loads.ours)),
    unit: "a second",
    peer: { name: peer.name, value: median(rates(loads.theirs)) },
    bar: { min: bar },
    noise: noiseOfRatio(rates(loads.ours), rates(loads.theirs)),
    processorMs: { ours: processor(loads.ours), peer: processor(loads.theirs) },
  });
}
