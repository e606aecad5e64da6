import { fireEvent, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { syncMenu } from '@/components/page-script/sync-menu';
import { MenuButton } from '@/components/landing/menu-button';
import { setUpPage } from './page-in-jsdom';

setUpPage(
  syncMenu,
  renderToStaticMarkup(
    <>
      <MenuButton label="Menu" panelId="panel" />
      <div id="panel" popover="auto">
        <button popoverTarget="panel" popoverTargetAction="hide" aria-hidden="true" />
        <a href="#demo">Core Features</a>
        <button>Close the menu</button>
        <p>Not a link</p>
      </div>
      <a href="#elsewhere">A link beside the menu</a>
    </>,
  ),
);

const getPanel = () => document.getElementById('panel')!;
const fireToggle = (newState: string) =>
  getPanel().dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));

test('aria-expanded of the menu button follows the popover', () => {
  const button = screen.getByRole('button', { name: 'Menu', expanded: false });
  expect(button).toHaveAttribute('popovertarget', 'panel');
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
  for (const elsewhere of ['Not a link', 'Close the menu', 'A link beside the menu'])
    fireEvent.click(screen.getByText(elsewhere));
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Core Features'));
  expect(hidePopover).toHaveBeenCalledTimes(1);
});
