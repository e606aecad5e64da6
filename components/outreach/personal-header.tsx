import { Logo } from '../ui/logo';

/** The way back to the home page. */
export function PersonalHeader({ brand, home }: { brand: string; home: string }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex min-h-header max-w-7xl items-center px-gutter">
        <Logo brand={brand} href="/" label={home} />
      </div>
    </header>
  );
}
