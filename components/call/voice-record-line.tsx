import { useEffect, useRef } from 'react';
import { BAR_MS, computeBars, type VoiceRecord } from '@/lib/call/audio/voice-record';

interface VoiceRecordLineProps {
  record: VoiceRecord;
  /** Redraws the newest part of a running call instead of the whole record. */
  isLive: boolean;
}

const BAR_PITCH_PX = 5;
const BAR_WIDTH_PX = 2.5;

/** Draws the voices as bars without rendering. It is hidden from assistive technology. */
export function VoiceRecordLine({ record, isLive }: VoiceRecordLineProps) {
  const drawing = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const { current: svg } = drawing;
    if (!svg) return;
    let width = 0;
    let height = 0;
    const draw = () => {
      const count = Math.floor(width / BAR_PITCH_PX);
      const lines = { assistant: '', visitor: '' };
      computeBars(record, count, isLive).forEach((level, bar) => {
        if (level === 0) return;
        // The round ends add a bar's width.
        const length = Math.max(0.01, Math.abs(level) * height - BAR_WIDTH_PX);
        const start = `M${bar * BAR_PITCH_PX + BAR_WIDTH_PX / 2} ${(height - length) / 2}`;
        lines[level > 0 ? 'assistant' : 'visitor'] += `${start}v${length}`;
      });
      Object.values(lines).forEach((line, index) => {
        const path = svg.children[index + 1];
        // Each drawing costs a frame, and in a pause nothing changes.
        if (path?.getAttribute('d') !== line) path?.setAttribute('d', line);
      });
    };
    // A ResizeObserver also fires on observe().
    const observer = new ResizeObserver(() => {
      ({ width, height } = svg.getBoundingClientRect());
      svg.children[0]?.setAttribute('d', `M${BAR_WIDTH_PX / 2} ${height / 2}H${width}`);
      draw();
    });
    observer.observe(svg);
    const timer = isLive ? setInterval(draw, BAR_MS) : undefined;
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [record, isLive]);
  return (
    <svg ref={drawing} aria-hidden="true" className="voice-record h-full w-full min-w-0">
      {/* Dots: the round ends of dashes without a length. */}
      <path className="stroke-line" strokeDasharray={`0 ${BAR_PITCH_PX}`} />
      <path className="stroke-accent-ink" />
      <path className="stroke-ink" />
    </svg>
  );
}
