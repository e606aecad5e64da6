'use client';

import { useEffect, useRef } from 'react';
import { allBars, latestBars, momentMs, type VoiceRecord } from '@/lib/voice/voice-record';

interface VoiceRecordLineProps {
  record: VoiceRecord;
  /** Draws the newest part, again and again; else the whole record, once. */
  live: boolean;
}

/** From one bar to the next, and how wide a bar is, in CSS pixels. */
const pitch = 5;
const thickness = 2.5;

function draw(canvas: HTMLCanvasElement, record: VoiceRecord, live: boolean): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = window.devicePixelRatio;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across || canvas.height !== down)
    Object.assign(canvas, { width: across, height: down });
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const [assistant, visitor, rest] = ['assistant', 'visitor', 'rest'].map((who) =>
    style.getPropertyValue(`--record-${who}`),
  );
  const count = Math.floor(width / pitch);
  const bars = live ? latestBars(record, count) : allBars(record, count);
  for (let bar = 0; bar < count; bar += 1) {
    const level = bars[bar] ?? 0;
    const size = Math.max(thickness, Math.abs(level) * height);
    context.fillStyle = (level > 0 ? assistant : level < 0 ? visitor : rest) ?? '';
    context.beginPath();
    context.roundRect(bar * pitch, (height - size) / 2, thickness, size, thickness / 2);
    context.fill();
  }
}

/**
 * The talk as a line, time running to the right: the assistant, the visitor and pauses by colour and height. Drawn
 * without rendering. What it shows is said by the turn label, so assistive technology skips it.
 */
export function VoiceRecordLine({ record, live }: VoiceRecordLineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current: element } = canvas;
    if (!element) return;
    const redraw = () => {
      if (!document.hidden) draw(element, record, live);
    };
    redraw();
    const resized = new ResizeObserver(redraw);
    resized.observe(element);
    const timer = live ? setInterval(redraw, momentMs) : undefined;
    return () => {
      resized.disconnect();
      clearInterval(timer);
    };
  }, [record, live]);
  return <canvas ref={canvas} aria-hidden="true" className="voice-record h-full w-full" />;
}
