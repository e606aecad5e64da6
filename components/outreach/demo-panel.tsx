import type { ReactNode } from 'react';

interface DemoPanelProps {
  onClickCapture?: () => void;
  children: ReactNode;
}

export function DemoPanel({ onClickCapture, children }: DemoPanelProps) {
  return (
    <div
      onClickCapture={onClickCapture}
      className={
        'demo lit-edge min-w-0 self-start rounded-panel p-px ' +
        'lg:col-start-2 lg:row-span-3 lg:row-start-1'
      }
    >
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}
