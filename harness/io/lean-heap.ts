import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";

const MIB = 1024 * 1024;

/**
 * Has V8 collect garbage before it asks for more memory. A run makes much garbage and holds little, and V8 would let it
 * grow to several times what is alive: 1,000 mocked forks peak at 420 MB, with this at 180, in the same time. What is returned is to be
 * called before the first job, by when the code is loaded, and once for each job.
 */
export function keepHeapLean(): () => void {
  setFlagsFromString("--heap-growing-percent=60");
  return limitYoung(4 * MIB, () => {});
}

/**
 * Has V8 keep its heap no larger than is of use to a walk over long bodies. They lie outside of it and go only when it is collected: most
 * with the young generation, one for each conversation with the old one. Of 50 conversations at once, each has its next request before a
 * larger young generation is full, so less of it becomes old. The old one may double while it is small: each collection looks at all that
 * is alive, mostly code. What is returned is to be called once for each body.
 */
export function limitYoungHeap(): () => void {
  let isLimited = false;
  const limitOld = limitGrowth();
  const limitNew = limitYoung(32 * MIB, () => (isLimited = true));
  return () => {
    limitNew();
    if (isLimited) limitOld();
  };
}

/** Of the heap with the bodies outside of it. Half as much again lies around them: code of Node, and memory between bodies. */
const LARGE = 144 * MIB;

/** By how many per cent the old generation grows before it is collected. */
const [GROWTH, GROWTH_OF_LARGE] = [100, 60];

function limitGrowth(): () => void {
  let growth = 0;
  return () => {
    const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
    const wanted = heap + outside > LARGE ? GROWTH_OF_LARGE : GROWTH;
    if (wanted !== growth) setFlagsFromString(`--heap-growing-percent=${wanted}`);
    growth = wanted;
  };
}

/** Looked at this seldom, since the look itself takes as long as a small request. */
const CALLS = 4;

/**
 * The young generation doubles until both of its halves have so many bytes, and then no more. With fewer, garbage is collected often enough
 * to cost time; with more, unused bodies pile up.
 */
function limitYoung(bytes: number, onLimit: () => void): () => void {
  let calls = 0;
  let isLimited = false;
  return () => {
    calls += 1;
    if (isLimited || calls % CALLS !== 1) return;
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if ((young?.space_size ?? 0) < bytes) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    onLimit();
    isLimited = true;
  };
}
