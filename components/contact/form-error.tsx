interface FormErrorProps {
  title: string;
  /** Where to write instead, when sending itself fails. */
  mail?: string | undefined;
  mailLabel: string;
  children: string;
}

/** The red box of the form, announced at once. */
export function FormError({ title, mail, mailLabel, children }: FormErrorProps) {
  return (
    <div
      role="alert"
      className="rounded-control border border-danger-line bg-danger-surface px-4 py-3 text-note text-danger"
    >
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
      {mail && (
        <p>
          {mailLabel}{' '}
          <a href={`mailto:${mail}`} className="link text-danger">
            {mail}
          </a>
        </p>
      )}
    </div>
  );
}
