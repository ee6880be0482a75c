/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.isotach.ConfigurationException;
import org.isotach.Topology;
import org.isotach.config.ConfigReader.Token;

/**
 * Reads a {@link Topology} from a file in the format of V1 sections B.2.1 and B.7 (J. Regehr, An Isotach Implementation
 * for Myrinet, CS-97-12, 1997), there called {@code fmconfig}. It has one line per switch, which begins with the number
 * of the switch; every further field is one of its ports.
 * <pre>{@code
 * # switch port port ...
 * 0 manager0:t 1 alpha beta
 * 1 - manager1:t gamma 0
 * }</pre>
 * <ul>
 * <li>A number is a link to the switch of that number, which must list a link back. Parallel links are allowed if
 * both sides list equally many; they count as one.</li>
 * <li>{@code -} is an unused port. The position of a port has no meaning.</li>
 * <li>A name with the suffix {@code :t} is the node that acts as the token manager of the switch. Each switch has
 * exactly one. It is not a host of the topology.</li>
 * <li>Any other name is a host. Hosts are numbered from 0 in the order in which the file names them. A name consists of
 * letters, digits, dots, hyphens and underscores, begins and ends with a letter or digit, is not a number, and occurs
 * once in the file.</li>
 * <li>{@code #} starts a comment, in this class also after the fields of a line.</li>
 * </ul>
 * The number of a switch is any {@code int} from 0 that no other switch has. Numbers may have gaps, and lines may come
 * in any order. The {@link Topology} numbers its switches 0, 1, 2 ... in ascending order of the numbers in the file, so
 * numbers without gaps stay as they are. The limits of V1, a diameter of 4 and no cycles, do not apply.
 */
public final class FmconfigFile
{
    /**
     * Environment variable that names the file: {@value}.
     */
    public static final String FILE_VARIABLE = "FMCONFIGFILE";

    /**
     * Name of the file in the working directory that is used if the environment names none: {@value}.
     */
    public static final String DEFAULT_FILE = "fmconfig";

    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");
    private static final String TOKEN_MANAGER = ":t";

    private final ConfigReader reader;
    private final List<FmSwitchLine> switches = new ArrayList<>();
    private final NavigableMap<Integer, FmSwitchLine> byNumber = new TreeMap<>();
    private final Map<String, Token> names = new HashMap<>();
    private int hosts;
    private boolean hostMissed;

    private FmconfigFile(final ConfigReader reader)
    {
        this.reader = reader;
    }

    /**
     * Reads the file that the environment variable {@value #FILE_VARIABLE} names or, if the variable is unset or empty,
     * {@value #DEFAULT_FILE} in the working directory (V1 section B.7). The library itself reads no environment
     * variables; call this to configure a program as in 1997.
     *
     * @return the topology in the file.
     * @throws ConfigurationException       if the file has mistakes; it names all of them.
     * @throws IllegalArgumentException     if the value of the variable is not the name of a file.
     * @throws java.io.UncheckedIOException if the file cannot be read.
     */
    public static Topology readDefault()
    {
        return read(defaultFile(System.getenv()));
    }

    /**
     * Reads a file, as UTF-8.
     *
     * @param path path of the file.
     * @return the topology in the file.
     * @throws ConfigurationException       if the file has mistakes; it names all of them.
     * @throws java.io.UncheckedIOException if the file cannot be read.
     */
    public static Topology read(final Path path)
    {
        return parse(path.toString(), ConfigReader.load(path));
    }

    /**
     * Reads a text.
     *
     * @param sourceName name of the text in messages, for instance a file name.
     * @param text       all lines.
     * @return the topology in the text.
     * @throws ConfigurationException if the text has mistakes; it names all of them.
     */
    public static Topology parse(final String sourceName, final String text)
    {
        return new FmconfigFile(new ConfigReader(sourceName, text, "")).parse();
    }

    static Path defaultFile(final Map<String, String> environment)
    {
        final String name = environment.getOrDefault(FILE_VARIABLE, "");
        try
        {
            return Path.of(name.isEmpty() ? DEFAULT_FILE : name);
        }
        catch (final InvalidPathException ex)
        {
            throw new IllegalArgumentException("environment variable " + FILE_VARIABLE + ": " + ex.getMessage() +
                " (expected: the name of a file; unset it for '" + DEFAULT_FILE + "' in the working directory)", ex);
        }
    }

    private Topology parse()
    {
        for (final List<Token> line : reader.lines())
        {
            switches.add(new FmSwitchLine(line));
        }
        switches.forEach(this::readNumber);
        switches.forEach(this::readPorts);
        checkCounts();
        if (switches.size() <= Topology.MAX_SWITCHES)
        {
            FmconfigLinks.check(switches, byNumber, reader);
        }
        reader.throwIfProblems();
        return topology();
    }

    private void readNumber(final FmSwitchLine line)
    {
        final int number = ConfigReader.decimal(line.first().text());
        if (number < 0)
        {
            line.doubtful = true;
            reader.problem(line.first(), line.first() + " is not a switch number",
                "a line 'switch port port ...' that begins with a decimal number");
            return;
        }
        if (!fitsInt(line, line.first()))
        {
            return;
        }

        line.number = number;
        final FmSwitchLine other = byNumber.putIfAbsent(number, line);
        if (null != other)
        {
            line.doubtful = true;
            other.doubtful = true;
            reader.problem(line.first(),
                "switch " + number + " is already described in line " + other.first().line(), "one line per switch");
        }
    }

    private boolean fitsInt(final FmSwitchLine line, final Token number)
    {
        final boolean fits = new BigInteger(number.text()).bitLength() < Integer.SIZE;
        if (!fits)
        {
            line.doubtful = true;
            reader.problem(
                number, "switch number " + number.text() + " is too large", "at most " + Integer.MAX_VALUE);
        }
        return fits;
    }

    private void readPorts(final FmSwitchLine line)
    {
        boolean suspicious = line.number < 0;
        for (final Token port : line.ports())
        {
            final String text = port.text();
            if (ConfigReader.decimal(text) >= 0)
            {
                readLink(line, port);
            }
            else if (text.indexOf(':') >= 0)
            {
                suspicious |= !readTokenManager(line, port);
            }
            else if (!"-".equals(text) && isHostName(line, port, text) && isUnique(port, text))
            {
                line.hosts.add(text);
                hosts++;
                if (Topology.MAX_HOSTS + 1 == hosts)
                {
                    reader.problem(
                        port, "host " + port + " is one too many", "at most " + Topology.MAX_HOSTS + " hosts");
                }
            }
        }

        if (line.ports().isEmpty())
        {
            line.doubtful = true;
            hostMissed = true;
            reader.problemAfter(line.first(), line + " has no ports",
                "a token manager 'name:t', hosts, linked switches, '-' for unused ports");
        }
        else if (null == line.tokenManager && !suspicious)
        {
            reader.problem(line.first(), line + " has no token manager", "one port 'name:t'");
        }
    }

    private void readLink(final FmSwitchLine line, final Token port)
    {
        if (!fitsInt(line, port))
        {
            return;
        }
        if (ConfigReader.decimal(port.text()) == line.number)
        {
            line.doubtful = true;
            reader.problem(port, line + " is linked to itself", "another switch, or '-' for an unused port");
        }
        else
        {
            line.links.add(port);
        }
    }

    /**
     * False if the port may be meant as a token manager but is not readable.
     */
    private boolean readTokenManager(final FmSwitchLine line, final Token port)
    {
        final int colon = port.text().indexOf(':');
        final String name = port.text().substring(0, colon);
        final String suffix = port.text().substring(colon);
        if (!TOKEN_MANAGER.equals(suffix))
        {
            hostMissed = true;
            reader.problem(port, "unknown suffix '" + suffix + "' of '" + name + "'",
                "'name:t' for a token manager, 'name' for a host");
            return false;
        }
        if (ConfigReader.decimal(name) >= 0 || name.isEmpty() || "-".equals(name))
        {
            reader.problem(port, "token manager " + port + " without a host name", "'name:t'");
            return false;
        }
        if (!isHostName(line, port, name))
        {
            return false;
        }

        final boolean unique = isUnique(port, name);
        if (null == line.tokenManager)
        {
            line.tokenManager = port;
        }
        else if (unique)
        {
            reader.problem(port, line + " has a second token manager " + port,
                "one per switch, which is " + line.tokenManager);
        }
        return true;
    }

    private boolean isHostName(final FmSwitchLine line, final Token port, final String name)
    {
        if (HOST_NAME.matcher(name).matches())
        {
            return true;
        }

        hostMissed = true;
        // A name that begins like this may be meant as the number of a switch: do not report its link as missing, too.
        line.doubtful |= "-+0123456789".indexOf(name.charAt(0)) >= 0;
        reader.problem(port, "bad host name '" + name + "'",
            "letters, digits, '.', '-' and '_', with a letter or digit at both ends");
        return false;
    }

    private boolean isUnique(final Token port, final String name)
    {
        final Token other = names.putIfAbsent(name, port);
        if (null != other)
        {
            reader.problem(port, "'" + name + "' is already at a port of line " + other.line(), "one port per name");
        }
        return null == other;
    }

    private void checkCounts()
    {
        if (switches.isEmpty())
        {
            reader.problemAtStart("the file describes no switch", "at least one line 'switch port port ...'");
        }
        else if (0 == hosts && !hostMissed)
        {
            reader.problemAtStart("the file names no host", "at least one port with a name without ':t'");
        }
        if (switches.size() > Topology.MAX_SWITCHES)
        {
            reader.problem(switches.get(Topology.MAX_SWITCHES).first(), "one switch too many",
                "at most " + Topology.MAX_SWITCHES + " switches");
        }
    }

    private Topology topology()
    {
        final Topology.Builder builder = Topology.builder();
        final Map<Integer, Integer> ids = new HashMap<>();
        byNumber.keySet().forEach(number -> ids.put(number, builder.addSwitch()));
        for (final FmSwitchLine line : switches)
        {
            final int id = ids.get(line.number);
            line.links.forEach(link -> builder.connect(id, ids.get(ConfigReader.decimal(link.text()))));
            line.hosts.forEach(name -> builder.addHost(id, name));
        }
        return builder.build();
    }
}
