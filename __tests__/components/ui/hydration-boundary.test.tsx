import { act, render } from '@testing-library/react';
import { Activity, useEffect, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';

/** How often each part was mounted by React. */
let mounted: string[] = [];

function Part({ id }: { id: string }) {
  useEffect(() => {
    mounted.push(id);
  }, [id]);
  return (
    <section id={id}>
      <h2>{`Title of ${id}`}</h2>
    </section>
  );
}

function Menu() {
  return (
    <header>
      <button>Menu</button>
    </header>
  );
}

function Dialog() {
  return (
    <dialog id="dialog">
      <select name="service" defaultValue="">
        <option value="">None</option>
        <option value="crm">CRM</option>
      </select>
      <input name="email" type="email" />
    </dialog>
  );
}

type Boundary = typeof HydrationBoundary;

const createPage = (Boundary: Boundary) => (
  <>
    <Boundary selector="header">
      <Menu />
    </Boundary>
    <Boundary selector="main">
      <main>
        <Part id="one" />
        <Part id="two" />
      </main>
    </Boundary>
    <Boundary selector="dialog">
      <Dialog />
    </Boundary>
  </>
);

/** Renders the server's HTML. With jsdom, the component would act as in a browser. */
const renderServerPage = () =>
  renderToString(
    createPage(({ children }: { children: ReactNode }) => <Activity>{children}</Activity>),
  );

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!;
const parts = ['header', 'main', 'dialog'];

/**
 * Changes the server's page and hydrates it.
 *
 * @returns the parts whose elements React has replaced
 */
async function hydrate(change: () => void, expectedErrors = 1) {
  const container = document.body;
  container.innerHTML = renderServerPage();
  const before = parts.map((selector) => find(selector));
  change();
  const onRecoverableError = jest.fn();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => {
    render(createPage(HydrationBoundary), { container, hydrate: true, onRecoverableError });
  });
  expect(onRecoverableError).toHaveBeenCalledTimes(expectedErrors);
  return parts.filter((selector, index) => find(selector) !== before[index]);
}

const createAside = () => document.createElement('aside');
const findMarker = (selector: string) => find(selector).previousSibling as Comment;

function wrap(...nodes: Node[]) {
  const wrapper = createAside();
  document.body.insertBefore(wrapper, nodes[0] ?? null);
  wrapper.append(...nodes);
}

beforeEach(() => {
  mounted = [];
});

test('an unchanged page is hydrated as it is', async () => {
  expect(await hydrate(() => undefined, 0)).toEqual([]);
  expect(mounted).toEqual(['one', 'two']);
});

describe('React renders only the changed part again', () => {
  test.each([
    ['a word of a section', () => void (find('#two h2').textContent = 'Another'), ['main']],
    ['an element in the dialog', () => find('dialog').append(createAside()), ['dialog']],
    ['an element between two sections', () => find('#two').before(createAside()), ['main']],
    ['an element at the end of main', () => find('main').append(createAside()), ['main']],
    ['a section that is gone', () => find('#one').remove(), ['main']],
    ['a part without its marker', () => findMarker('main').remove(), parts],
    ['a part in another element', () => wrap(findMarker('main'), find('main')), parts],
  ])('%s', async (_, change, replaced) => {
    expect(await hydrate(change)).toEqual(replaced);
    expect(mounted.toSorted()).toEqual(['one', 'two']);
  });

  test.each([
    ['an element between the parts', () => findMarker('main').before(createAside())],
    ['an element at the end of the page', () => document.body.append(createAside())],
    ['an attribute', () => find('[name=email]').setAttribute('data-extension', 'on')],
  ])('none for %s', async (_, change) => {
    expect(await hydrate(change, 0)).toEqual([]);
  });
});

describe('in a part that is rendered again', () => {
  const change = () => parts.forEach((selector) => find(selector).append(createAside()));

  test('an open dialog is open, with what was typed and focused', async () => {
    await hydrate(() => {
      find<HTMLDialogElement>('dialog').showModal();
      find<HTMLSelectElement>('select').value = 'crm';
      find<HTMLInputElement>('[name=email]').value = 'eva@';
      find('[name=email]').focus();
      change();
    }, 3);
    expect(find('dialog')).toHaveAttribute('open');
    expect(find('select')).toHaveValue('crm');
    expect(find('[name=email]')).toHaveValue('eva@');
    expect(find('[name=email]')).toHaveFocus();
  });

  test('a closed dialog stays closed', async () => {
    await hydrate(change, 3);
    expect(find('dialog')).not.toHaveAttribute('open');
  });
});
