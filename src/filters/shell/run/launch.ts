/** How a program is started so that a confinement holds it. */
export type Launch = { readonly program: string; readonly args: readonly string[] };

/** Where commands run, and the programs that confine them, null where the machine lacks one. */
export type Place = {
  readonly bash: string;
  readonly bwrap: string | null;
  readonly unshare: UnsharePrograms | null;
  readonly cwd: string;
  /** The folder of the guarded git, which may lie below /tmp. */
  readonly guard: string;
  readonly seconds: number;
};

/** unshare(1), mount(8) and setpriv(1) of util-linux. */
export type UnsharePrograms = { readonly unshare: string; readonly mount: string; readonly setpriv: string };
