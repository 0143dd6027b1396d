import { create } from "zustand";

/** One record on the way through a list. */
export interface Stop {
  id: string;
  /** Its screen. */
  to: string;
}

/** A page of a list as its records are walked along, one screen after the other. */
export interface Walk {
  /** The address of the list. */
  path: string;
  /** Its query at this page. */
  search: string;
  stops: Stop[];
  /** Rows before the page. */
  skip: number;
  total: number;
  /** False: there are more than `total`. */
  exact: boolean;
  next: (() => Promise<Walk>) | null;
  previous: (() => Promise<Walk>) | null;
}

/** The list that was seen last, so that its records can be gone through without going back to it. */
export const useWalk = create<{ walk: Walk | null }>()(() => ({ walk: null }));
