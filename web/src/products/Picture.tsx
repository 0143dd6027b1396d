import { Icon, Row } from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import classes from "./Picture.module.css";

interface PictureProps {
  /** Where it is; empty when there is none. */
  src: string;
  /** Pixels. */
  size: number;
  /** What it shows; empty where the words beside it say that. */
  alt: string;
}

/** A product's name, and what else tells it, behind its small picture. */
export function Pictured({ src, name }: { src: string; name: ReactNode }) {
  return (
    <Row wrap="nowrap">
      <Picture src={src} size={28} alt="" />
      <span className={classes.name}>{name}</span>
    </Row>
  );
}

/** A product's picture; an icon where there is none, or it does not come. */
export function Picture({ src, size, alt }: PictureProps) {
  const [missing, setMissing] = useState("");
  const isLarge = size > 64;
  return (
    <span
      className={`${classes.picture} ${isLarge ? classes.large : ""}`}
      style={{ width: size, height: size }}
    >
      {src === "" || src === missing ? (
        <Icon name="image" size={Math.min(32, size / 2)} />
      ) : (
        <img src={src} alt={alt} loading="lazy" onError={() => setMissing(src)} />
      )}
    </span>
  );
}
