interface PersonProps {
  before: string;
  person: { name: string; role: string; photo: string };
}

/** Who leads the sessions; nothing without a name. */
export function Person({ before, person: { name, role, photo } }: PersonProps) {
  if (name === '') return null;
  return (
    <p className="flex items-center gap-4 text-muted">
      {photo !== '' && (
        // eslint-disable-next-line @next/next/no-img-element -- the site has no image optimizer
        <img
          src={photo}
          alt=""
          width="72"
          height="72"
          loading="lazy"
          className="size-18 shrink-0 rounded-full object-cover"
        />
      )}
      <span>{`${before} ${[name, role].filter(Boolean).join(', ')}.`}</span>
    </p>
  );
}
