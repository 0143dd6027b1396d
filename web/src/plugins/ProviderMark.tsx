import classes from "./ProviderMark.module.css";

/** The picture that a provider is known by, beside its name; its first letter where it brings none. */
export function ProviderMark({ name, logo }: { name: string; logo: string | null | undefined }) {
  return (
    <span className={classes.mark} aria-hidden="true">
      {logo ? <img src={logo} alt="" width={20} height={20} /> : name.slice(0, 1).toUpperCase()}
    </span>
  );
}
