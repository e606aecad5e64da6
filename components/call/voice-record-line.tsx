'use client';

import { useEffect, useRef } from 'react';
import {
  computeAllBars,
  BAR_MS,
  computeLatestBars,
  type VoiceRecord,
} from '@/lib/call/media/voice-record';

interface VoiceRecordLineProps {
  record: VoiceRecord;
  /** Redraws the newest part of a running call instead of the whole record. */
  live: boolean;
}

const BAR_PITCH_PX = 5;
const BAR_WIDTH_PX = 2.5;

function readColors(canvas: HTMLCanvasElement) {
  const style = getComputedStyle(canvas);
  const readColor = (name: string) => style.getPropertyValue(`--record-${name}`);
  return {
    assistant: readColor('assistant'),
    visitor: readColor('visitor'),
    rest: readColor('rest'),
  };
}

function resize(canvas: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = canvas;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(clientWidth * scale);
  canvas.height = Math.round(clientHeight * scale);
  canvas.getContext('2d')?.scale(scale, scale);
}

function draw(
  canvas: HTMLCanvasElement,
  colors: ReturnType<typeof readColors>,
  readBars: (count: number) => number[],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  context.clearRect(0, 0, width, height);
  const count = Math.floor(width / BAR_PITCH_PX);
  const bars = readBars(count);
  for (let bar = 0; bar < count; bar += 1) {
    const level = bars[bar] ?? 0;
    const size = Math.max(BAR_WIDTH_PX, Math.abs(level) * height);
    const x = bar * BAR_PITCH_PX;
    context.fillStyle = level > 0 ? colors.assistant : level < 0 ? colors.visitor : colors.rest;
    context.beginPath();
    context.roundRect(x, (height - size) / 2, BAR_WIDTH_PX, size, BAR_WIDTH_PX / 2);
    context.fill();
  }
}

/** The call as bars, drawn without rendering. It is hidden from assistive technology. */
export function VoiceRecordLine({ record, live }: VoiceRecordLineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current: element } = canvas;
    if (!element) return;
    // Not read for each drawing, because reading them computes styles.
    let colors = readColors(element);
    const redraw = () =>
      draw(element, colors, (count) => (live ? computeLatestBars : computeAllBars)(record, count));
    const redrawIfVisible = () => {
      if (!document.hidden) redraw();
    };
    // A ResizeObserver also fires on observe().
    const observer = new ResizeObserver(() => {
      colors = readColors(element);
      resize(element);
      redraw();
    });
    observer.observe(element);
    const timer = live ? setInterval(redrawIfVisible, BAR_MS) : undefined;
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [record, live]);
  return <canvas ref={canvas} aria-hidden="true" className="voice-record h-full w-full" />;
}
