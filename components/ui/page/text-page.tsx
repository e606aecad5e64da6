import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { LogoHeader } from './logo-header';
import { Main } from './main';

interface TextPageProps {
  brand: string;
  /** The label of the logo's link. */
  home: string;
  /** The label of the button under the text. */
  back: string;
  children: ReactNode;
}

/** A page with one column of text between the logo and a link home. */
export function TextPage({ brand, home, back, children }: TextPageProps) {
  return (
    <>
      <LogoHeader brand={brand} home={home} />
      <Main className="page-width pb-16">
        <div className="max-w-[40rem]">
          {children}
          <Button variant="quiet" href="/" className="mt-10">
            {back}
          </Button>
        </div>
      </Main>
    </>
  );
}
