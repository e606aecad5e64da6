import { useId } from 'react';

interface TextWithLinkProps {
  /** Without a space at the end. */
  before: string;
  link: string;
  href: string;
  hrefLang?: string;
  /** The notice behind a link that opens in a new tab. */
  newTab?: string;
}

/** A text and a link, in two elements because page translators replace text nodes. */
export function TextWithLink({ before, link, newTab, ...target }: TextWithLinkProps) {
  const noticeId = useId();
  const tab = newTab && { target: '_blank', rel: 'noopener', 'aria-describedby': noticeId };
  return (
    <>
      <span>{`${before} `}</span>
      <a {...target} {...tab} className="link">
        {link}
      </a>
      {newTab && <span id={noticeId}>{` ${newTab}`}</span>}
    </>
  );
}
