import { useSignal } from "@preact/signals";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label = "Copy" }: CopyButtonProps) {
  const state = useSignal<"ready" | "copied" | "failed">("ready");
  async function copy() {
    state.value = await navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setTimeout(() => {
      state.value = "ready";
    }, 1600);
  }
  const words = { ready: label, copied: "Copied", failed: "Not allowed" };
  return (
    <button type="button" class="button button-small" onClick={copy}>
      <span aria-live="polite">{words[state.value]}</span>
    </button>
  );
}
