import { expect, test } from "vitest";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { withoutUnreadable } from "../../harness/run/job/unreadable-requests.ts";
import { fixtureExchange, withBody } from "../support/fixture-body.ts";

const parent = fixtureExchange("parent");
const body = fixtureExchange("fork").request.toString();

test.for<readonly [string, string, number]>([
  ["whole", body, 0],
  ["cut", body.slice(0, -1), 1],
  ["with a stray comma at its end", `${body.slice(0, -1)},}`, 1],
])("a fork's request that is %s is judged the same with and without its parent's layout", ([, sent, faults]) => {
  for (const like of [null, parseLayout(parent.request)]) {
    const fork = { lane: "fork", parent, first: withBody(parent, sent), served: [] };
    const { wire, faults: found } = withoutUnreadable([fork], like);
    expect([found.length, wire[0]?.first === null]).toEqual([faults, faults > 0]);
  }
});
