import { Icon } from '../ui/icon';

/** The decorative telephone; `busy` turns its rings into a spinner. */
export function CallEmblem({ busy = false }: { busy?: boolean }) {
  return (
    <div aria-hidden="true" className="relative grid size-44 place-items-center">
      {busy ? (
        <span className="absolute inset-3 rounded-full border-2 border-line border-t-accent motion-safe:animate-spin motion-reduce:border-dashed motion-reduce:border-accent" />
      ) : (
        <svg viewBox="0 0 176 176" className="rings absolute inset-0 fill-none stroke-accent">
          <circle cx="88" cy="88" r="80" />
          <circle cx="88" cy="88" r="80" />
          <circle cx="88" cy="88" r="80" />
        </svg>
      )}
      <span className="lit relative grid size-24 place-items-center rounded-full">
        <Icon name="phone" className="size-10" />
      </span>
    </div>
  );
}
