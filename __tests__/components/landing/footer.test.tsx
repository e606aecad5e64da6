import { screen } from '@testing-library/react';
import { showPage } from '@/__tests__/support/show-page';
import { Footer } from '@/components/landing/footer';
import { FOOTER_TEXTS } from '@/lib/content/footer';
import { LANGUAGE_CODES } from '@/lib/language';

test.each(LANGUAGE_CODES)(
  'in %s, it leads from other pages to the sections and the form',
  (code) => {
    showPage(<Footer language={code} />);
    const { button, customSolutions, links, services } = FOOTER_TEXTS[code];
    const expectTarget = (name: string, href: string) =>
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
    for (const name of [button, customSolutions]) expectTarget(name, '/contact');
    for (const { label, href } of [...links, ...services]) expectTarget(label, `/${href}`);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('on the page of the form, nothing leads to the form', () => {
  showPage(<Footer page="contact" />);
  for (const link of screen.getAllByRole('link'))
    expect(link).not.toHaveAttribute('href', '/contact');
});
