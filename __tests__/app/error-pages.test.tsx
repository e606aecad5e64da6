import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import EnglishError from '@/app/(en)/error';
import PrivacyPage from '@/app/(en)/privacy/page';
import { site } from '@/lib/content/site';

test('a thrown error says so, offers another try, the way home and our address', async () => {
  const reset = jest.fn();
  render(<EnglishError error={new Error('secret detail')} reset={reset} />);
  expect(
    screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: site.contactMail })).toBeVisible();
  expect(document.body).not.toHaveTextContent('secret detail');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reset).toHaveBeenCalledTimes(1);
});

test('the privacy notice is English with a Czech part that says so', () => {
  render(<PrivacyPage />);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  const czech = document.getElementById('cs');
  expect(czech).toHaveAttribute('lang', 'cs');
  for (const part of [document.getElementById('en'), czech]) {
    expect(part).toHaveTextContent(site.controller.mail);
    expect(part).toHaveTextContent(/Supabase/);
    expect(part).toHaveTextContent(/Vapi/);
    expect(part).toHaveTextContent(/12/);
  }
});
