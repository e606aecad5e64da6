import type { ReactNode } from 'react';
import { VoiceLine } from '../ui/voice-line';

const days = Array.from({ length: 15 }, (_, day) => ({
  x: 20 + (day % 5) * 34,
  y: 38 + Math.floor(day / 5) * 30,
  busy: [1, 3, 5, 9, 10].includes(day),
}));

const drawings: Record<string, ReactNode> = {
  crm: (
    <>
      <path
        className="stroke-line-strong"
        d="M58 70h34M128 70c22 0 14-40 36-40M128 70h36M128 70c22 0 14 40 36 40"
      />
      <g className="stroke-accent">
        <circle cx="36" cy="70" r="22" />
        <path d="M26 67v6M32 61v18M38 57v26M44 64v12" />
      </g>
      <rect x="92" y="52" width="36" height="36" rx="10" className="fill-accent stroke-none" />
      <path className="stroke-on-accent" strokeWidth="3" d="m102 70 6 6 11-12" />
      <g className="fill-raised stroke-line-strong">
        <rect x="164" y="17" width="52" height="26" rx="8" />
        <rect x="164" y="57" width="52" height="26" rx="8" />
        <rect x="164" y="97" width="52" height="26" rx="8" />
      </g>
      <path className="stroke-muted" d="M174 30h32M174 70h22M174 110h28" />
    </>
  ),
  calendar: (
    <g transform="translate(22 0)">
      <rect
        x="4"
        y="8"
        width="188"
        height="124"
        rx="14"
        className="fill-raised stroke-line-strong"
      />
      <path className="stroke-line-strong" d="M4 29h188M44 2v12M152 2v12" />
      {days.map(({ x, y, busy }) => (
        <rect
          key={`${x}-${y}`}
          x={x}
          y={y}
          width="24"
          height="20"
          rx="5"
          className={busy ? 'fill-line stroke-none' : 'stroke-line'}
        />
      ))}
      <rect x="120" y="66" width="28" height="24" rx="6" className="fill-accent stroke-none" />
      <path className="stroke-on-accent" strokeWidth="2.5" d="m127.5 78 4.5 4.5 8-9" />
    </g>
  ),
};

/** The drawing on a service card; customer support, the voice itself, is the brand's line. */
export function ServiceArt({ art }: { art: string }) {
  const drawing = drawings[art];
  if (!drawing)
    return <VoiceLine bars={22} step={10} height={130} className="h-32 w-56 text-accent" />;
  return (
    <svg
      viewBox="0 0 240 140"
      aria-hidden="true"
      className="h-36 w-60 fill-none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </svg>
  );
}
