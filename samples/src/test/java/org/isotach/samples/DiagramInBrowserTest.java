/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A browser opens what {@code --trace} writes: texts do not overlap, nothing is outside, and colours are those of the
 * browser. Without a browser the test is left out.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
class DiagramInBrowserTest
{
    private static final long LIMIT_S = 60;
    private static final List<String> BROWSERS =
        List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    // Looks at the page when it is there, and leaves what it has found in its title.
    private static final String LOOK = """
        <script>
        const boxes = [...document.querySelectorAll('.d .s text, .l text')].map(each =>
            ({words: each.textContent, svg: each.ownerSVGElement, box: each.getBBox()}));
        const overlaps = boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.svg === b.svg &&
            a.box.x < b.box.x + b.box.width && b.box.x < a.box.x + a.box.width &&
            a.box.y < b.box.y + b.box.height && b.box.y < a.box.y + a.box.height)
            .map(b => a.words + ' | ' + b.words));
        const outside = boxes.filter(a => a.box.x < 0 || a.box.x + a.box.width > a.svg.viewBox.baseVal.width ||
            a.box.y < 0 || a.box.y + a.box.height > a.svg.viewBox.baseVal.height).map(a => a.words);
        document.title = 'texts=' + (boxes.length > 0) + ' overlaps=[' + overlaps + '] outside=[' + outside +
            '] background=' + getComputedStyle(document.body).backgroundColor;
        </script>
        """;

    private static String browser;

    @TempDir
    private Path directory;

    @BeforeAll
    static void findBrowser()
    {
        browser = BROWSERS.stream().filter(DiagramInBrowserTest::isHere).findFirst().orElse(null);
        assumeTrue(null != browser, "no browser, so nobody looks at diagrams: install the Debian package chromium");
    }

    private static boolean isHere(final String name)
    {
        for (final String place : System.getenv().getOrDefault("PATH", "").split(":"))
        {
            if (Files.isExecutable(Path.of(place, name)))
            {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "tour",
        "philosophers --hosts 4 --meals 5",
        "philosophers --hosts 9 --meals 40 --mode INVOKER",
        "consistency --hosts 3 --rounds 20",
        "bank --transfers 20",
        "workflow",
        "transfers --runs 1 --seed 5" })
    void shouldBeLegible(final String sample) throws Exception
    {
        assertEquals(
            "texts=true overlaps=[] outside=[] background=rgb(255, 255, 255)", look(trace(sample), "light"));
    }

    @Test
    void shouldBeDarkInTheDark() throws Exception
    {
        assertEquals("texts=true overlaps=[] outside=[] background=rgb(13, 17, 23)", look(trace("tour"), "dark"));
    }

    @Test
    void shouldBeLegibleAsThePictureOfTheReadme() throws Exception
    {
        final Path page = directory.resolve("picture.html");
        Files.writeString(page, "<html><head><title></title></head>" +
            "<body style=\"background: white\"><div class=\"d\"><div class=\"s\">" +
            Files.readString(Path.of("../docs/space-time.svg")) + "</div></div>" + LOOK + "</body></html>");
        assertEquals("texts=true overlaps=[] outside=[] background=rgb(255, 255, 255)", look(page, "light"));
    }

    private Path trace(final String sample) throws IOException
    {
        final Path file = directory.resolve("trace.html");
        final Run run = Run.of((sample + " --trace " + file).split(" "));
        assertEquals(0, run.exitCode(), () -> run.err().toString());
        Files.writeString(file, Files.readString(file).replace("</body>", LOOK + "</body>"));
        return file;
    }

    private String look(final Path page, final String scheme) throws Exception
    {
        final Path out = directory.resolve("out");
        final Process process = new ProcessBuilder(
            browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + directory.resolve("user"),
            "--blink-settings=preferredColorScheme=" + ("dark".equals(scheme) ? 0 : 1), "--dump-dom",
            page.toUri().toString())
            .redirectOutput(out.toFile()).redirectError(directory.resolve("err").toFile()).start();
        try
        {
            assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), () -> browser + " does not end");
        }
        finally
        {
            process.destroyForcibly().waitFor();
        }
        final String document = Files.readString(out);
        final int begin = document.indexOf("<title>") + "<title>".length();
        return document.substring(begin, document.indexOf("</title>", begin));
    }
}
