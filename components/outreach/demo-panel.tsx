import type { ReactNode } from 'react';

interface DemoPanelProps {
  children: ReactNode;
}

export function DemoPanel({ children }: DemoPanelProps) {
  return (
    <div
      className={
        'demo lit-edge min-w-0 self-start rounded-panel p-px ' +
        'lg:col-start-2 lg:row-span-3 lg:row-start-1'
      }
    >
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}
