import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './icon';

interface NoteListProps {
  notes: readonly { icon: IconName; text: string }[];
  className?: string;
}

export function NoteList({ notes, className }: NoteListProps) {
  if (notes.length === 0) return null;
  return (
    <ul
      className={cx(
        'flex flex-wrap gap-x-6 gap-y-2.5 text-note text-muted max-[400px]:flex-col',
        className,
      )}
    >
      {notes.map((note) => (
        <li key={note.text} className="flex gap-2">
          <Icon name={note.icon} className="text-accent-ink" />
          <span>{note.text}</span>
        </li>
      ))}
    </ul>
  );
}

interface LinkListProps {
  title: string;
  links: readonly { label: string; href: string }[];
  /** The page that the links lead to; this one by default. */
  target?: string;
  children?: ReactNode;
}

export function LinkList({ title, links, target = '', children }: LinkListProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-note">{title}</h2>
      <ul className="mt-2">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={`${target}${href}`} className="btn btn-text">
              {label}
            </a>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}

/** Of the only link on a page that opens in a new tab. */
const NEW_TAB_ID = 'opens-in-new-tab';

interface TextWithLinkProps {
  /** Without a space at the end. */
  before: string;
  link: string;
  href: string;
  hrefLang?: string;
  /** Says that the link opens in a new tab, and makes it do so. */
  newTab?: string;
}

/** A text and a link, in two elements because page translators replace text nodes. */
export function TextWithLink({ before, link, newTab, ...target }: TextWithLinkProps) {
  const tab = newTab && { target: '_blank', rel: 'noopener', 'aria-describedby': NEW_TAB_ID };
  return (
    <>
      <span>{`${before} `}</span>
      <a {...target} {...tab} className="link">
        {link}
      </a>
      {newTab && <span id={NEW_TAB_ID}>{` ${newTab}`}</span>}
    </>
  );
}
