/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The classes that a WRITE enters, from {@code Isochron.begin()} at host 0 to the store of host 1, method by method, in
 * another JVM. The numbers in docs/development/paths.md are those that are found here.
 */
class WayOfAWriteTest
{
    private static final Path DOCUMENT = Path.of("../docs/development/paths.md");
    private static final Pattern COUNTS =
        Pattern.compile("It has (\\d+) calls and (\\d+) classes, (\\d+) of them\\s+entered once");
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

    /**
     * The program: two hosts on one switch, nothing else in flight.
     */
    static final class Program
    {
        private static final int WARM_UP = 20;

        private Program()
        {
        }

        public static void main(final String... args)
        {
            try (Cluster cluster = Cluster.launch(
                new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
            {
                final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
                final MemoryPort port = memory.port(cluster.host(0));
                final Isochron isochron = cluster.host(0).isochron();
                for (int i = 0; i <= WARM_UP; i++)
                {
                    if (WARM_UP == i)
                    {
                        begin();
                    }
                    port.write(isochron.begin(), 0, i);
                    isochron.issue();
                    poll(cluster.host(1));
                    poll(cluster.host(0));
                }
            }
        }

        /**
         * Seen by the test.
         */
        private static void begin()
        {
        }

        private static void poll(final Host host)
        {
            while (host.poll() > 0)
            {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void shouldEnterTheClassesThatThePageSays() throws Exception
    {
        final List<Method> calls = calls();
        final Map<String, Integer> entries = new TreeMap<>();
        for (final Method call : calls)
        {
            final String type = call.declaringType().name();
            entries.merge(type.substring(type.lastIndexOf('.') + 1).replace('$', '.'), 1, Integer::sum);
        }

        final String page = Files.readString(DOCUMENT);
        final String section = page.substring(page.indexOf("## How many classes a WRITE enters"));
        final Matcher counts = COUNTS.matcher(section);
        assertTrue(counts.find(), DOCUMENT + " says nothing of the form " + COUNTS);
        final long once = entries.values().stream().filter(count -> 1 == count).count();
        assertEquals(
            List.of(counts.group(1), counts.group(2), counts.group(3)),
            List.of("" + calls.size(), "" + entries.size(), "" + once),
            () -> "calls, classes, and classes that are entered once: " + entries);

        final Set<String> named = new TreeSet<>();
        final Matcher name = NAME.matcher(section.substring(section.indexOf("\n- "), section.indexOf("The goal was")));
        while (name.find())
        {
            named.add(name.group(1));
        }
        final Set<String> notEntered = new TreeSet<>(named);
        notEntered.removeAll(entries.keySet());
        final Set<String> notNamed = new TreeSet<>(entries.keySet());
        notNamed.removeAll(named);
        assertEquals(Set.of(), notEntered, () -> "named in " + DOCUMENT + ", and not entered");
        assertEquals(Set.of(), notNamed, () -> "entered, and not named in " + DOCUMENT);
    }

    /**
     * Returns the methods that are entered, up to the store.
     */
    private static List<Method> calls() throws Exception
    {
        final LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        final Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("main").setValue(Program.class.getName());
        arguments.get("options").setValue("-cp \"" + System.getProperty("java.class.path") + "\"");
        final VirtualMachine machine = connector.launch(arguments);
        try
        {
            final MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
            request.addClassFilter("org.isotach.*");
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
            machine.resume();
            return calls(machine);
        }
        catch (final VMDisconnectedException ex)
        {
            final byte[] error = machine.process().getErrorStream().readAllBytes();
            throw new AssertionError("the program has ended: " + new String(error, StandardCharsets.UTF_8), ex);
        }
        finally
        {
            machine.process().destroyForcibly();
        }
    }

    private static List<Method> calls(final VirtualMachine machine) throws InterruptedException
    {
        final List<Method> calls = new ArrayList<>();
        ThreadReference main = null;
        while (true)
        {
            final EventSet events = machine.eventQueue().remove();
            for (final Event event : events)
            {
                if (event instanceof MethodEntryEvent entry)
                {
                    final Method method = entry.method();
                    final String type = method.declaringType().name();
                    if (entry.thread().equals(main) && isCounted(type))
                    {
                        calls.add(method);
                        if (VariableStore.class.getName().equals(type) && "write".equals(method.name()))
                        {
                            return calls;
                        }
                    }
                    else if (Program.class.getName().equals(type) && "begin".equals(method.name()))
                    {
                        main = entry.thread();
                    }
                }
            }
            events.resume();
        }
    }

    /**
     * Memory is seen as part of who uses it, and the name of a lambda is another one in each JVM.
     */
    private static boolean isCounted(final String type)
    {
        return !type.startsWith("org.isotach.memory.") && !type.contains("$$Lambda") &&
            !type.startsWith(WayOfAWriteTest.class.getName());
    }
}
