import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { setQuery } from "../router.js";
import { addFile } from "../state/feed.js";

/** A saved session from the reader's own disk: chosen here, or dropped anywhere on the page. It is read here and sent nowhere. */
export function OpenFile() {
  const failure = useSignal<string | undefined>(undefined);
  async function open(file: File | undefined) {
    if (file === undefined) return;
    try {
      const { id } = await addFile(file);
      failure.value = undefined;
      setQuery({ session: id, step: undefined }, { push: true });
    } catch (error) {
      failure.value = `${file.name}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  useEffect(() => {
    const onOver = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      void open(event.dataTransfer?.files[0]);
    };
    document.addEventListener("dragover", onOver);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("dragover", onOver);
      document.removeEventListener("drop", onDrop);
    };
  }, []);
  return (
    <>
      <label
        class="button button-small file-button"
        title="A session saved as JSONL. You can also drop it on the page."
      >
        <span>
          Open<span class="wide-only"> a saved session</span>…
        </span>
        <input
          type="file"
          accept=".jsonl,.ndjson,application/jsonl,text/plain"
          class="for-ears"
          onChange={(event) => {
            void open(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </label>
      {failure.value === undefined ? null : (
        <span class="file-trouble" role="alert">
          {failure.value}
        </span>
      )}
    </>
  );
}
