import { fireEvent, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { syncMenu } from '@/components/page-script/sync-menu';
import { Header } from '@/components/landing/header';
import { setUpPage } from './page-in-jsdom';

setUpPage(
  syncMenu,
  renderToStaticMarkup(
    <Header contactButton={<button>Contact</button>} getStartedButton={<p>Not a link</p>} />,
  ),
);

const getPanel = () => document.getElementById('site-menu')!;
const fireToggle = (newState: string) =>
  getPanel().dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));

test('aria-expanded of the menu button follows the popover', () => {
  const button = screen.getByRole('button', { name: 'Menu', expanded: false });
  expect(button).toHaveAttribute('popovertarget', 'site-menu');
  // The backdrop is not a button for anybody but a pointer.
  expect(document.querySelectorAll('[aria-expanded]')).toHaveLength(1);
  for (const newState of ['open', 'closed']) {
    fireToggle(newState);
    expect(button).toHaveAttribute('aria-expanded', String(newState === 'open'));
  }
});

test('keeps aria-expanded of a menu opened before DOMContentLoaded', () => {
  fireToggle('open');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(screen.getByRole('button', { name: 'Menu', expanded: true })).toBeVisible();
});

test('choosing a link closes the menu, a tap elsewhere does not', () => {
  const hidePopover = jest.fn();
  getPanel().hidePopover = hidePopover;
  fireEvent.click(document);
  const menu = within(getPanel());
  for (const inMenu of ['Contact', 'Not a link']) fireEvent.click(menu.getByText(inMenu));
  for (const link of screen.getAllByRole('link', { name: 'Core Features' }))
    if (!getPanel().contains(link)) fireEvent.click(link);
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.click(menu.getByText('Core Features'));
  expect(hidePopover).toHaveBeenCalledTimes(1);
});
