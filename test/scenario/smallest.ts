/** The smallest scenario of each kind. */
export const fork: string = `name: x
parent: { source: s, exchange: last }
fork: { strategy: pass-through, prompt: go }
`;
export const pair: string = `name: x
parent: { source: s, exchange: last }
fork: { recorded: { exchange: "5" } }
expect: { verdict: byte-identical }
`;
export const session: string = `name: x
session: { source: s }
expect: { verdict: byte-identical }
`;
export const filter: string = `name: x
filter: { allowTools: [Read] }
decisions: [{ tool: Read, decision: allow }]
`;
