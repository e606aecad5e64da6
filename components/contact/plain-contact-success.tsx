import { contactCopy } from '@/lib/content/contact-en';

const copy = contactCopy.success;

/** The success message as a page of its own, for the service that was asked for. */
export function PlainContactSuccess({ service }: { service: string }) {
  const labels: Readonly<Record<string, string>> = copy.services;
  const label = Object.hasOwn(labels, service) ? labels[service] : copy.unknownService;
  return (
    <>
      <h1>{copy.title}</h1>
      <p>
        {copy.before}
        <strong>{label}</strong>
        {copy.after}
      </p>
      <ul>
        {copy.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {/* Another address than this one, which would show the same message again. */}
      <a href="/contact?new" className="inline-block py-3 underline">
        {copy.another}
      </a>
    </>
  );
}
