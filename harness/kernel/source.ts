/**
 * Where a number comes from, behind how certain it is: `D` the provider documents it, `T` its SDK declares it, `O` recorded
 * traffic shows it, `S` a third party reports it, `I` we infer it, `F` a rule file says so. A model's row has its minimum's.
 */
export type Source = `[${"D" | "T" | "O" | "S" | "I" | "F"}] ${string}`;
