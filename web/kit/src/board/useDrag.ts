import { useEffect, useRef, useState } from "react";
import type { DragOptions, Edge } from "./drag";

/** Fetched once things that can be dragged are seen: they can be moved by their menu until then, and always. */
const load = () => import("./drag");

/** A thing that is dragged by its handle, and that others are dropped before or after. */
export function useDrag<Item extends HTMLElement>(options: Pick<DragOptions, "group" | "id" | "onDrop">) {
  const item = useRef<Item>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [isDragging, setDragging] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const latest = useRef(options.onDrop);
  const { group, id } = options;
  useEffect(() => {
    latest.current = options.onDrop;
  });
  useEffect(() => {
    let undo = () => {};
    let isGone = false;
    void load().then(({ dragAndDrop }) => {
      if (isGone || !item.current) return;
      undo = dragAndDrop({
        ...{ element: item.current, handle: handle.current, group, id },
        ...{ onDragging: setDragging, onEdge: setEdge },
        onDrop: (dropped, at) => latest.current(dropped, at),
      });
    });
    return () => {
      isGone = true;
      undo();
    };
  }, [group, id]);
  return { item, handle, isDragging, edge };
}

/** A place that things are dropped into. */
export function useDropArea<Area extends HTMLElement>(group: string, onDrop: (id: string) => void) {
  const area = useRef<Area>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    let undo = () => {};
    let isGone = false;
    void load().then(({ dropArea }) => {
      if (isGone || !area.current) return;
      undo = dropArea({
        element: area.current,
        group,
        onOver: setOver,
        onDrop: (id) => latest.current(id),
      });
    });
    return () => {
      isGone = true;
      undo();
    };
  }, [group]);
  return { area, isOver };
}
