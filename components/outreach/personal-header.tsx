import { Logo } from '@/components/ui/logo';

/** The header: a logo that leads to the home page. */
export function PersonalHeader({ brand, home }: { brand: string; home: string }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex min-h-header max-w-7xl items-center px-gutter">
        <Logo brand={brand} href="/" label={home} />
      </div>
    </header>
  );
}
