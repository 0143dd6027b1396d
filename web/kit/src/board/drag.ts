import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";

export type Edge = "top" | "bottom";

export interface DragOptions {
  element: HTMLElement;
  handle?: HTMLElement | null;
  /** Things of one group alone are dropped on each other. */
  group: string;
  id: string;
  onDragging: (isDragging: boolean) => void;
  onEdge: (edge: Edge | null) => void;
  /** Something else was let go above or below this. */
  onDrop: (id: string, edge: Edge) => void;
}

const idOf = (data: Record<string, unknown>) => String(data.id);

/** Makes an element one that can be dragged, and that others are dropped before or after; gives how to undo it. */
export function dragAndDrop({ element, handle, group, id, ...on }: DragOptions): () => void {
  return combine(
    draggable({
      element,
      dragHandle: handle ?? undefined,
      getInitialData: () => ({ group, id }),
      onDragStart: () => on.onDragging(true),
      onDrop: () => on.onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.group === group && source.data.id !== id,
      getData: ({ input }) =>
        attachClosestEdge({ group, id }, { element, input, allowedEdges: ["top", "bottom"] }),
      onDrag: ({ self }) => on.onEdge(extractClosestEdge(self.data) as Edge | null),
      onDragLeave: () => on.onEdge(null),
      onDrop: ({ self, source }) => {
        on.onEdge(null);
        on.onDrop(idOf(source.data), (extractClosestEdge(self.data) as Edge | null) ?? "bottom");
      },
    }),
  );
}

interface AreaOptions {
  element: HTMLElement;
  group: string;
  onOver: (isOver: boolean) => void;
  /** Something was let go here, or on another thing within. */
  onDrop: (id: string) => void;
}

/** Makes an element a place to drop things into; gives how to undo it. */
export function dropArea({ element, group, onOver, onDrop }: AreaOptions): () => void {
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data.group === group,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false);
      onDrop(idOf(source.data));
    },
  });
}
