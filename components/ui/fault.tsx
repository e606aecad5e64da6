import { Button } from './button';

interface FaultProps {
  copy: { title: string; text: string; retry: string; home: string };
  mail: string;
  onRetry: () => void;
}

/** A page in place of one that failed: what to do now, and the way home. */
export function Fault({ copy, mail, onRetry }: FaultProps) {
  return (
    <main className="glow grid min-h-svh content-center gap-6 px-gutter py-section">
      <div className="mx-auto w-full max-w-3xl">
        <h1 className="text-section">{copy.title}</h1>
        <p className="mt-6 max-w-xl text-lead text-muted">
          {copy.text}{' '}
          <a
            href={`mailto:${mail}`}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {mail}
          </a>
        </p>
        <div className="mt-10 flex flex-wrap gap-4">
          <Button onClick={onRetry}>{copy.retry}</Button>
          <Button look="quiet" href="/">
            {copy.home}
          </Button>
        </div>
      </div>
    </main>
  );
}
